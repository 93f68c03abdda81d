import { FolderOpen, Images, LayoutDashboard, type LucideIcon, Mail, MessageSquareText } from 'lucide-react'
import type { ComponentType } from 'react'
import { type LazyModule, lazyModule } from '@/lib/lazy-module'
import { paths } from '@/paths'

type Section = {
  key: string
  label: string
  title: string
  Icon: LucideIcon
  module: LazyModule<{ default: ComponentType }>
}

const overview: Section = {
  key: 'overview',
  label: 'Overview',
  title: 'Overview',
  Icon: LayoutDashboard,
  module: lazyModule(() => import('@/admin/overview/overview-section')),
}

export const dashboardSections: readonly Section[] = [
  overview,
  {
    key: 'media',
    label: 'Media',
    title: 'Media Management',
    Icon: Images,
    module: lazyModule(() => import('./media-section')),
  },
  {
    key: 'reviews',
    label: 'Reviews',
    title: 'Reviews Management',
    Icon: MessageSquareText,
    module: lazyModule(() => import('@/admin/reviews/reviews-section')),
  },
  {
    key: 'email',
    label: 'Email',
    title: 'Email Settings',
    Icon: Mail,
    module: lazyModule(() => import('@/admin/email/email-section')),
  },
  {
    key: 'theme',
    label: 'Theme',
    title: 'Theme Editor',
    Icon: FolderOpen,
    module: lazyModule(() => import('@/admin/theme/theme-section')),
  },
]

// A sentence in someone's link must not become a heading.
const WORD = /^[\p{L}\p{N}-]{1,30}$/u

/** The section with this key; for an unknown one the overview, titled by the key if it is a word (contract, point 2). */
export const findSection = (key: string | null): Section => {
  const section = dashboardSections.find((one) => one.key === key)
  if (section || !key || !WORD.test(key)) return section ?? overview
  return { ...overview, title: key.replace(/^./u, (first) => first.toUpperCase()) }
}

/** The URL of a section. */
export const dashboardHref = (key: string): string =>
  key === overview.key ? paths.adminDashboard.href : `${paths.adminDashboard.href}?section=${key}`
