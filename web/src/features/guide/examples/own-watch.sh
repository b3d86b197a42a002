automacao table watch acme_visits
automacao table list
