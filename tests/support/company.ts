export const TEST_COMPANY = {
  name: 'Testbau Groundworks',
  phone: '020 7946 0000',
  email: 'office@testbau.example.com',
  founder: 'Terry Test',
  mailFrom: 'no-reply@testbau.example.com',
  admin: 'admin@testbau.example.com',
}

/** Minimal settings of a function. None of its servers exists. */
export const FEWEST_SETTINGS = {
  SUPABASE_URL: 'http://localhost',
  SUPABASE_ANON_KEY: 'public',
  SUPABASE_SERVICE_ROLE_KEY: 'secret',
  SITE_URL: 'http://localhost',
  COMPANY_NAME: 'A',
  COMPANY_PHONE: '1',
  COMPANY_EMAIL: 'a@example.com',
  FOUNDER_NAME: 'B',
  MAIL_FROM: 'a@example.com',
  SMTP_HOST: 'localhost',
}
