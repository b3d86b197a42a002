curl -fsS "$BASE/rest/v1/acme_visits" \
  -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" \
  -H 'Prefer: return=representation' \
  -H 'Accept: application/vnd.pgrst.object+json' \
  --json '{"plant": "Envase, linha 4", "scheduled_on": "2027-01-12"}'
