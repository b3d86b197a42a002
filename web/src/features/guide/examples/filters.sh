curl -fsS -G "$BASE/rest/v1/projects" \
  -H "apikey: $KEY" \
  -d 'select=title,city,state,deadline_on' \
  -d 'status=eq.open' \
  -d 'state=in.(SP,MG,GO)' \
  -d 'skills=ov.{programacao-clp,scada-supervisorio}' \
  -d 'search=wfts(automacao).linha' \
  -d 'order=created_at.desc'
