import { describe, expect, it } from 'vitest'
import { vcard } from '@/features/business-card/vcard'

const contact = {
  name: 'Ana Maria Lopez',
  title: 'Founder & CEO',
  company: 'Dig, Hold; Line',
  phone: 'tel:+442079460456',
  email: 'ana@example.com',
  url: 'https://www.example.com',
}

describe('vcard', () => {
  it('writes the fields that readers of version 3 know as well, each on its line', () => {
    expect(vcard(contact).split('\r\n')).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'FN:Ana Maria Lopez',
      'N:Lopez;Ana Maria;;;',
      'ORG:Dig\\, Hold\\; Line',
      'TITLE:Founder & CEO',
      'TEL;TYPE=work:+442079460456',
      'EMAIL;TYPE=work:ana@example.com',
      'URL:https://www.example.com',
      'END:VCARD',
      '',
    ])
  })

  it('folds lines longer than 75 octets between characters, never inside one', () => {
    const text = vcard({ ...contact, company: 'Ü'.repeat(60) })
    const lines = text.split('\r\n')
    const encoder = new TextEncoder()
    expect(Math.max(...lines.map((line) => encoder.encode(line).length))).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n ', '')).toContain(`ORG:${'Ü'.repeat(60)}\r\n`)
  })

  it('keeps a line break in a name from starting a new property', () => {
    expect(vcard({ ...contact, title: 'A\nURL:https://evil.example' })).not.toMatch(/^URL:https:\/\/evil/m)
  })
})
