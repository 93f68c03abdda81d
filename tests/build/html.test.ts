import { type ConfigData, HtmlValidate } from 'html-validate'
import { expect, it } from 'vitest'
import { pageFiles, readPublished } from '../support/dist'

const config: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // How React and Vite write HTML; to a browser there is no difference.
    'attr-case': 'off',
    'attribute-boolean-style': ['error', { style: 'empty' }],
    'doctype-style': ['error', { style: 'lowercase' }],
    'void-style': 'off',
    // React's own ids begin with an underscore, which HTML allows.
    'valid-id': ['error', { relaxed: true }],
    // ARIA lets a list have a name; ours says what is listed.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // A text field is what an input is by itself.
    'no-implicit-input-type': 'off',
    // Colours and timelines differ from image to image and section to section, which no class can say.
    'no-inline-style': 'off',
    // A checksum protects from another host's mistakes; every file of a page is our own.
    'require-sri': ['error', { target: 'crossorigin' }],
    // The stylesheet keeps telephone numbers in one line, which this rule cannot see.
    'tel-non-breaking': 'off',
    // The maintenance code is shared: no browser should offer to remember it as somebody's password.
    'autocomplete-password': 'off',
  },
}

const validator = new HtmlValidate(config)

it.each(pageFiles)('the HTML of %s is valid', async (file) => {
  const { results } = await validator.validateString(readPublished(file).toString(), file)
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
  expect(found).toEqual([])
})
