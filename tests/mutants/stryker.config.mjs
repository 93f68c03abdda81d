// @ts-check
const { MUTANTS_SAMPLE: sample = 'rules', MUTANTS_RUNNER: runner = '' } = process.env

/** All rules, or a sample of the slow screens. @type {Record<string, string[]>} */
const SAMPLES = {
  rules: [
    'src/{domain,lib,storage}/**/*.{ts,tsx}',
    'supabase/functions/_shared/contract/*.ts',
    '!supabase/functions/_shared/contract/database.types.ts',
  ],
  screens: [
    'src/features/business-card/share-form.tsx',
    'src/features/reviews/send-testimonial.ts',
    'src/admin/reviews/use-moderation.ts',
  ],
}

export default {
  testRunner: 'vitest',
  plugins: [runner],
  vitest: { configFile: 'tests/mutants/vitest.config.mjs' },
  mutate: SAMPLES[sample] ?? [sample],
  // Most strings are class names and words.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: sample !== 'rules',
  // A copy would lack programs that the tests start.
  inPlace: true,
  concurrency: sample === 'rules' ? 2 : 1,
  dryRunTimeoutMinutes: 15,
  reporters: ['clear-text'],
  clearTextReporter: { allowColor: false, logTests: false, reportMutants: true },
  tempDirName: 'node_modules/.cache/stryker',
}
