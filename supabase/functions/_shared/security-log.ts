/** Logs an event as one line of JSON: ids only, nothing that a person typed; the platform logs the IP address. */
export const logSecurity = (event: 'refused' | 'account', details: Record<string, string | undefined>): void =>
  console.info(JSON.stringify({ security: event, at: new Date().toISOString(), ...details }))
