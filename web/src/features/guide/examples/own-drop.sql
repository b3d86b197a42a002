DROP TABLE public.acme_visits;
