import { type ComponentType, lazy } from 'react'

/** The dashboard's menu in order: key in the address (`?section=`), label in the menu, title in the header, screen. */
export const sections = [
  {
    key: 'overview',
    label: 'Overview',
    title: 'Overview',
    load: () => import('@/admin/features/overview/overview-section'),
  },
  {
    key: 'media',
    label: 'Media',
    title: 'Media Management',
    load: () => import('@/admin/features/media/media-section'),
  },
  {
    key: 'reviews',
    label: 'Reviews',
    title: 'Reviews Management',
    load: () => import('@/admin/features/reviews/reviews-section'),
  },
  { key: 'email', label: 'Email', title: 'Email Settings', load: () => import('@/admin/features/email/email-section') },
  { key: 'theme', label: 'Theme', title: 'Theme Editor', load: () => import('@/admin/features/theme/theme-section') },
] as const satisfies readonly {
  key: string
  label: string
  title: string
  load: () => Promise<{ default: ComponentType }>
}[]

export type SectionKey = (typeof sections)[number]['key']

/** The screens by key, each its own chunk. */
export const screens = Object.fromEntries(sections.map(({ key, load }) => [key, lazy(load)])) as Record<
  SectionKey,
  ComponentType
>
