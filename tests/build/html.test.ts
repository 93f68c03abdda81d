import { type ConfigData, HtmlValidate } from 'html-validate'
import { expect, it } from 'vitest'
import { pageFiles, readPublished } from '../support/dist'

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React and Vite write HTML this way, and browsers don't care.
    'attr-case': 'off',
    'attribute-boolean-style': ['error', { style: 'empty' }],
    'doctype-style': ['error', { style: 'lowercase' }],
    'void-style': 'off',
    // React's ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // ARIA allows named lists.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // An input is a text field by default.
    'no-implicit-input-type': 'off',
    // Colours and timelines differ by image and section, so no class can hold them.
    'no-inline-style': 'off',
    // A checksum protects against other hosts, and the site only loads its own files.
    'require-sri': ['error', { target: 'crossorigin' }],
    // The stylesheet keeps telephone numbers on one line.
    'tel-non-breaking': 'off',
    // The maintenance code is shared, so browsers shouldn't offer to save it.
    'autocomplete-password': 'off',
  },
}

const validator = new HtmlValidate(config)

it.each(pageFiles)('%s is valid HTML', async (file) => {
  const { results } = await validator.validateString(readPublished(file).toString(), file)
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
  expect(found).toEqual([])
})
