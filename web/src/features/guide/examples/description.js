const { access_token } = session.session
const answer = await fetch(`${base}/rest/v1/`, {
  headers: { apikey: key, Authorization: `Bearer ${access_token}` },
})
const description = await answer.json()

console.log(Object.keys(description.paths))
