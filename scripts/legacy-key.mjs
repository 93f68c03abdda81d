// JavaScript, because `npm run backup` runs without packages.

/** Returns the role of a legacy API key (a JWT). */
export const legacyRole = (/** @type {string} */ key) => {
  const [, payload = ''] = key.split('.')
  try {
    const { role } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return ['anon', 'service_role'].find((name) => name === role)
  } catch {
    return undefined
  }
}

/** Returns how to replace a legacy key, if it is one. */
export const legacyKeyAdvice = (/** @type {string} */ name, /** @type {string} */ key) => {
  const role = legacyRole(key)
  const kind = name.includes('SECRET') ? 'secret' : 'publishable'
  return (
    role &&
    `${name} is a legacy ${role} key, which Supabase plans to delete. Create or copy a ${kind} key (sb_${kind}_…) under Project Settings > API Keys, and put it in ${name}.`
  )
}
