/** A trusted-types policy of this name, or its bare rules where the browser knows no trusted types. */
export const trustedPolicy = <Rules extends object>(name: string, rules: Rules): Rules => {
  const factory: { createPolicy: (name: string, rules: Rules) => Rules } | undefined = Reflect.get(
    window,
    'trustedTypes',
  )
  return factory?.createPolicy(name, rules) ?? rules
}
