import { expect, test } from 'vitest'
import { misfits } from '../mutants/faults.mjs'

test('every mutation in faults.txt still applies to the code', () => {
  expect(misfits()).toEqual([])
})
