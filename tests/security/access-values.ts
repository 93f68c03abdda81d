/** A harmless value of each type that columns and arguments have. */
export const VALUES: Readonly<Record<string, unknown>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  text: 'x',
  int2: 5,
  int4: 1,
  int8: 1,
  bool: true,
  jsonb: {},
  _text: ['x'],
  _int4: [1],
  timestamptz: '2020-01-01T00:00:00Z',
}
