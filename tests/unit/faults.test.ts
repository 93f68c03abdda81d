import { expect, test } from 'vitest'
import { misfits } from '../mutants/faults.mjs'

test('every fault with which tests are tried fits the code', () => {
  expect(misfits()).toEqual([])
})
