import { lazy } from 'react'

/** The dashboard's menu in order: key in the address (`?section=`), label in the menu, title in the header, screen. */
export const sections = [
  {
    key: 'overview',
    label: 'Overview',
    title: 'Overview',
    Screen: lazy(() => import('@/admin/features/overview/overview-section')),
  },
  {
    key: 'media',
    label: 'Media',
    title: 'Media Management',
    Screen: lazy(() => import('@/admin/features/media/media-section')),
  },
  {
    key: 'reviews',
    label: 'Reviews',
    title: 'Reviews Management',
    Screen: lazy(() => import('@/admin/features/reviews/reviews-section')),
  },
  {
    key: 'email',
    label: 'Email',
    title: 'Email Settings',
    Screen: lazy(() => import('@/admin/features/email/email-section')),
  },
  {
    key: 'theme',
    label: 'Theme',
    title: 'Theme Editor',
    Screen: lazy(() => import('@/admin/features/theme/theme-section')),
  },
] as const
