-- Hosted projects grant every new sequence to the API's roles. An identity column needs no such right, and with one its numbers
-- could be set.
revoke all on all sequences in schema public, private from public, anon, authenticated, service_role;
