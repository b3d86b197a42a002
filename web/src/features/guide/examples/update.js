await market.from('projects').update({ deadline: '60 dias' }).eq('id', project.id).throwOnError()
