curl -fsS "$BASE/rest/v1/" \
  -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" > mercado.json

jq -r '.paths | keys[]' mercado.json
