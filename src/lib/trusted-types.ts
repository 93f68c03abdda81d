/** Returns a Trusted Types policy, or plain rules without browser support. */
export const createTrustedPolicy = <Rules extends object>(name: string, rules: Rules): Rules => {
  const factory: { createPolicy: (name: string, rules: Rules) => Rules } | undefined = Reflect.get(
    window,
    'trustedTypes',
  )
  return factory?.createPolicy(name, rules) ?? rules
}
