curl -fsS -G "$BASE/rest/v1/profiles" \
  -H "apikey: $KEY" \
  -d 'select=name,headline,portfolio_projects!inner(title,technologies)' \
  -d 'role=eq.professional' \
  -d 'order=updated_at.desc' \
  -d 'limit=1'
