type Policy = { createScript: (text: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

// Trusted types: JSON is data, which browsers do not execute.
const policy: Policy = {
  createScript: (text) => {
    JSON.parse(text)
    return text
  },
}

let trusted: Policy | undefined

const factory = (): Factory | undefined => Reflect.get(window, 'trustedTypes')

/** Returns a JSON-LD script element. React cannot create one under a trusted-types policy. */
export const jsonLdScript = (text: string): HTMLScriptElement => {
  trusted ??= factory()?.createPolicy('json-ld', policy) ?? policy
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.text = trusted.createScript(text)
  return script
}
