type Policy = { createScript: (text: string) => string }
type Factory = { createPolicy: (name: string, rules: Policy) => Policy }

// Trusted types: JSON is data, of which a browser executes nothing.
const policy: Policy = {
  createScript: (text) => {
    JSON.parse(text)
    return text
  },
}

let trusted: Policy | undefined

const factory = (): Factory | undefined => Reflect.get(window, 'trustedTypes')

/** A JSON-LD script for the page. React cannot make one where the policy asks for trusted types. */
export const jsonLdScript = (text: string): HTMLScriptElement => {
  trusted ??= factory()?.createPolicy('json-ld', policy) ?? policy
  const script = document.createElement('script')
  script.type = 'application/ld+json'
  script.text = trusted.createScript(text)
  return script
}
