const { data: project } = await market
  .from('projects')
  .insert({
    title: 'Retrofit da paletizadora da linha 4',
    description: 'Trocar o CLP e a IHM na parada de fim de ano.',
    budget: 'R$ 45.000 – R$ 60.000',
    deadline: '45 dias',
    skills: ['programacao-clp', 'retrofit'],
    company_id: me,
  })
  .select('id, title, status')
  .single()
  .throwOnError()

console.log(project)
