import type { Config } from 'tailwindcss'

/**
 * Design tokens. Contrast (WCAG AA): ink on green 7.9:1, green-dark on paper 6.0:1, concrete-600 on paper 6.4:1, field
 * borders (concrete-500) 3.1:1.
 */
export default {
  theme: {
    extend: {
      colors: {
        ink: { DEFAULT: '#10201a', soft: '#2b3a34' },
        paper: { DEFAULT: '#faf9f6', deep: '#f1efe9' },
        green: { DEFAULT: '#2cb53f', light: '#5fd070', dark: '#17702a' },
        concrete: {
          100: '#eceae5',
          200: '#dedbd4',
          300: '#c8c4bb',
          400: '#9c988f',
          500: '#87837a',
          600: '#5d5b55',
          700: '#454440',
        },
        topsoil: '#3b2f2a',
        made: '#8a6f57',
        gravel: '#c9ab7d',
        clay: '#b5654a',
        danger: { DEFAULT: '#a3231b', soft: '#fbeae7' },
      },
      fontFamily: {
        display: ['Archivo Wide', 'Archivo Wide Fallback', 'sans-serif'],
        sans: ['Archivo', 'Archivo Fallback', 'sans-serif'],
      },
      borderRadius: { card: '0.75rem' },
      boxShadow: { float: '0 12px 40px -12px rgb(16 32 26 / 0.35)' },
      maxWidth: { page: '82rem', prose: '40rem' },
    },
  },
} satisfies Config
