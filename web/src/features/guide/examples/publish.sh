PUBLISHED=$(curl -fsS "$BASE/rest/v1/projects?select=id,title,status" \
  -H "apikey: $KEY" -H "Authorization: Bearer $TOKEN" \
  -H 'Prefer: return=representation' \
  -H 'Accept: application/vnd.pgrst.object+json' \
  --json '{
    "title": "Retrofit da paletizadora da linha 4",
    "description": "Trocar o CLP e a IHM na parada de fim de ano.",
    "budget": "R$ 45.000 – R$ 60.000",
    "deadline": "45 dias",
    "skills": ["programacao-clp", "retrofit"],
    "company_id": "'"$ME"'"
  }')
echo "$PUBLISHED"
export PROJECT=$(echo "$PUBLISHED" | jq -r .id)
