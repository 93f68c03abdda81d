/**
 * Notes what someone may want to look into later: one line of JSON, in which no value can begin a line of its own. Ids only,
 * nothing that a person typed; the platform keeps the IP address of each request beside it.
 */
export const logSecurity = (event: 'refused' | 'account', details: Record<string, string | undefined>): void =>
  console.info(JSON.stringify({ security: event, at: new Date().toISOString(), ...details }))
