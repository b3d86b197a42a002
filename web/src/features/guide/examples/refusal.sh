curl -sS "$BASE/rest/v1/rpc/accept_proposal" \
  -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" \
  --json '{"proposal_id": "00000000-0000-7000-8000-000000000000"}'
