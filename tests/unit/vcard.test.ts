import { expect, it } from 'vitest'
import { vcard } from '@/features/business-card/vcard'

const contact = {
  name: 'Ana Maria Lopez',
  title: 'Founder\nURL:https://evil.example',
  company: 'Dig, Hold; Line',
  phone: 'tel:+442079460456',
  email: 'ana@example.com',
  url: 'https://www.example.com',
}

it('the vCard contains every contact field, escaped and one per line', () => {
  expect(vcard(contact).split('\r\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Ana Maria Lopez',
    'N:Lopez;Ana Maria;;;',
    'ORG:Dig\\, Hold\\; Line',
    'TITLE:Founder\\nURL:https://evil.example',
    'TEL;TYPE=work:+442079460456',
    'EMAIL;TYPE=work:ana@example.com',
    'URL:https://www.example.com',
    'END:VCARD',
    '',
  ])
})

it('the vCard folds lines over 75 octets without splitting a character', () => {
  const text = vcard({ ...contact, company: `x${'Ü'.repeat(110)}` })
  const lengths = text.split('\r\n').map((line) => new TextEncoder().encode(line).length)
  expect(lengths.filter((length) => length > 73)).toEqual([75, 75, 75])
  expect(text.replaceAll('\r\n ', '')).toContain(`ORG:x${'Ü'.repeat(110)}\r\n`)
})
