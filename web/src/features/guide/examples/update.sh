curl -fsS -X PATCH "$BASE/rest/v1/projects?id=eq.$PROJECT" \
  -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" \
  --json '{"deadline": "60 dias"}'
