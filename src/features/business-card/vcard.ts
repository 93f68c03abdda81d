type Contact = { name: string; title: string; company: string; phone: string; email: string; url: string }

// RFC 6350, 3.4: unescaped, these would end or split a value.
const escapeValue = (text: string): string => text.replace(/[\\,;]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')

// RFC 6350, 3.2: lines of at most 75 octets, continued after CRLF and a space.
const fold = (line: string): string => {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    const limit = lines.length === 0 ? 75 : 74
    if (encoder.encode(current + character).length > limit) {
      lines.push(current)
      current = ''
    }
    current += character
  }
  return [...lines, current].join('\r\n ')
}

/** Creates a vCard 4.0 that 3.0 readers also understand. */
export const vcard = ({ name, title, company, phone, email, url }: Contact): string => {
  const given = name.split(' ')
  const family = given.pop() ?? ''
  return [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escapeValue(name)}`,
    `N:${escapeValue(family)};${escapeValue(given.join(' '))};;;`,
    `ORG:${escapeValue(company)}`,
    `TITLE:${escapeValue(title)}`,
    `TEL;TYPE=work:${phone.replace(/^tel:/, '')}`,
    `EMAIL;TYPE=work:${escapeValue(email)}`,
    `URL:${url}`,
    'END:VCARD',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
