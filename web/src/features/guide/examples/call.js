const { data: closed } = await market
  .rpc('close_project', { project_id: project.id, reason: 'Adiado para a próxima parada.' })
  .throwOnError()

console.log(closed)
