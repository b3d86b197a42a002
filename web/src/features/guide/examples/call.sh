curl -fsS "$BASE/rest/v1/rpc/close_project" \
  -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" \
  --json '{"project_id": "'"$PROJECT"'", "reason": "Adiado para a próxima parada."}'
