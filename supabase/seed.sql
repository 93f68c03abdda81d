-- SAMPLE reviews and a SAMPLE account of invented people, for development and tests. Never load this in production.
insert into public.reviews (name, location, title, text, rating, status, source, email, created_at, moderated_at) values
  ('Sample: Harriet Okafor', 'Hampstead, NW3', 'Calm about a difficult cellar',
   'Our Victorian cellar flooded every spring. The team underpinned the party wall in eleven pins, laid a drained cavity system and kept the neighbours informed each week. It has been bone dry through two winters.',
   5, 'approved', 'Google', 'sample.harriet@example.com', now() - interval '212 days', now() - interval '211 days'),
  ('Sample: Daniel Reyes', 'Clerkenwell, EC1', null,
   'Traditional underpinning under a four-storey terrace while the ground floor stayed open for business. Sequence drawings were on site every morning and building control signed off each stage first time.',
   5, 'approved', 'Website', 'sample.daniel@example.com', now() - interval '164 days', now() - interval '162 days'),
  ('Sample: Priya Nair', 'Mayfair, W1', 'Good work, slow paperwork',
   'Excellent concrete work and a very tidy site on a street with almost no room for a skip. The party wall paperwork took three weeks longer than we were told, but they said so early and helped us re-plan.',
   4, 'approved', 'Google', 'sample.priya@example.com', now() - interval '98 days', now() - interval '97 days'),
  ('Sample: Tom Achterberg', 'Feltham, TW13', null,
   'Drainage, footings and an oversite slab for a rear extension. Priced clearly, finished two days early, and they took every last bit of clay away.',
   5, 'approved', 'Facebook', 'sample.tom@example.com', now() - interval '61 days', now() - interval '60 days'),
  ('Sample: Margaret Ellison', 'Farringdon, EC1', 'A basement in a conservation area',
   'They dug beneath our listed frontage and read the monitoring points every day. The foreman explained each movement report in plain English. Noise was kept to the agreed hours throughout.',
   5, 'approved', 'Website', 'sample.margaret@example.com', now() - interval '27 days', now() - interval '26 days'),
  ('Sample: Yusuf Demir', 'Walthamstow, E17', null,
   'They lowered our cellar floor by 600 mm and formed a proper light well. Dust protection upstairs was better than we expected; we lived in the house the whole time.',
   5, 'pending', 'Website', 'sample.yusuf@example.com', now() - interval '6 days', null),
  ('Sample: Claire Beaumont', 'Dulwich, SE21', 'Subsidence sorted at last',
   'After years of cracks over the bay window, mass concrete underpinning to 2.4 m fixed it. One delivery blocked the road for an hour, otherwise no complaints at all.',
   4, 'pending', 'Website', 'sample.claire@example.com', now() - interval '3 days', null),
  ('Sample: Oliver Grant', 'Islington, N1', null,
   'Came to look at a retaining wall, told us honestly that it only needed new weep holes, and charged for half a day. We will be back for the basement.',
   5, 'pending', 'Google', 'sample.oliver@example.com', now() - interval '19 hours', null),
  ('Sample: Unrelated Advert', 'London', 'Cheap parcels',
   'Fast parcel delivery across Europe, best prices, write to us today for a quote.',
   5, 'rejected', 'Website', 'sample.advert@example.com', now() - interval '40 days', now() - interval '39 days'),
  ('Sample: Same Sender Twice', 'Hampstead, NW3', null,
   'Sent the same review again with a typing mistake, please delete this one and keep the first.',
   3, 'rejected', 'Facebook', 'sample.twice@example.com', now() - interval '15 days', now() - interval '14 days');

-- SAMPLE colleague without a role: sample.colleague@example.com, password 'sample-colleague'. The auth server ignores
-- accounts without an instance and fails on null tokens.
insert into auth.users (
  instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
  is_sso_user, is_anonymous, created_at, updated_at,
  confirmation_token, recovery_token, email_change, email_change_token_new
) values (
  '00000000-0000-0000-0000-000000000000', '5a3b1e00-0000-4000-8000-000000000001', 'authenticated', 'authenticated', 'sample.colleague@example.com',
  '$2b$10$ouOoHyygHq0cmihcbFPNg.u1M5VD74Jv6RH6/K1/SVNL0onOLqPYG', now() - interval '20 days',
  '{"provider": "email", "providers": ["email"]}', '{}', false, false, now() - interval '20 days', now() - interval '20 days',
  '', '', '', ''
);
insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at) values (
  '5a3b1e00-0000-4000-8000-000000000002', 'email', '5a3b1e00-0000-4000-8000-000000000001', '5a3b1e00-0000-4000-8000-000000000001',
  '{"sub": "5a3b1e00-0000-4000-8000-000000000001", "email": "sample.colleague@example.com", "email_verified": true}',
  now() - interval '20 days', now() - interval '20 days'
);
