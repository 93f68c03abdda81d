import { encode } from 'uqr'
import type { Plugin } from 'vite'
import logo from '../components/layout/logo.json' with { type: 'json' }

export type QrDrawing = { size: number; path: string }

export const qrCode = (text: string): QrDrawing => {
  const { size, data } = encode(text, { border: 2, ecc: 'M' })
  const bars = data.flatMap((row, y) => {
    const cells = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...cells.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
  })
  return { size, path: bars.join('') }
}

export const logoSprite = (): Plugin => ({
  name: 'logo-sprite',
  transformIndexHtml: () => [
    {
      tag: 'svg',
      attrs: { 'aria-hidden': 'true', style: 'display:none' },
      children: `<path id="logo-words" transform="scale(${1 / logo.words.grid})" d="${logo.words.path}"/>`,
      injectTo: 'body-prepend',
    },
  ],
})
