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

// A forged link must not turn a sentence into a heading.
const WORD = /^[\p{L}\p{N}-]{1,30}$/u

/** Finds a section. An unknown key returns the overview, titled by a one-word key (contract, point 2). */
export const findSection = (key: string | null): Section => {
  const section = dashboardSections.find((one) => one.key === key)
  if (section || !key || !WORD.test(key)) return section ?? overview
  return { ...overview, title: key.replace(/^./u, (first) => first.toUpperCase()) }
}

export const dashboardHref = (key: string): string =>
  key === overview.key ? paths.adminDashboard.href : `${paths.adminDashboard.href}?section=${key}`
