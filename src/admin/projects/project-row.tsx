import type { ReactNode } from 'react'
import { Badge } from '@/admin/components/badge'
import { SmallButton } from '@/admin/components/small-button'
import { textLinkClass } from '@/admin/components/text-link'
import { fetchCustomProject, type PortfolioEntry, projectMutations } from '@/admin/data/projects'
import { FileThumb, Thumb } from '@/admin/images/thumb'
import { adminMessages } from '@/admin/text/messages'
import { Link } from '@/components/link'
import { bundledCards } from '@/content/projects/bundled'
import { imageUrl } from '@/domain/image'
import { siteMediaUrl } from '@/lib/site-media'
import { paths } from '@/paths'
import { listPhotos } from './draft'

const texts = adminMessages.media.projects

const statuses = {
  published: { word: 'Published', tone: 'good' },
  draft: { word: 'Draft', tone: 'neutral' },
  hidden: { word: 'Hidden', tone: 'warning' },
} as const

/** Sets a project's cover as the hero. `settingId` is the project being set. */
export type HeroSetter = {
  settingId: string | undefined
  setId: string | undefined
  copy: (id: string, picture: () => Promise<string>) => void
}

/** Action on a project, confirmed if it has a `question`. */
export type RowAction = {
  call: () => Promise<unknown>
  label: string
  done: string
  question?: string
  /** `<label> this project?` by default. */
  title?: string
  tone?: 'default'
  variant?: 'outline' | 'destructive'
}

type ActionButtonsProps = Pick<RowProps, 'busy' | 'onAction'> & { actions: readonly RowAction[]; about: string }

export function ActionButtons({ actions, about, busy, onAction }: ActionButtonsProps) {
  return actions.map((action) => (
    <SmallButton
      key={action.label}
      busy={busy}
      variant={action.variant ?? 'ghost'}
      about={about}
      onClick={() => onAction(action)}
    >
      {action.label}
    </SmallButton>
  ))
}

const getRowActions = (entry: PortfolioEntry): readonly RowAction[] => {
  const { id, title, status, custom } = entry
  const isPublic = status === 'published'
  const list: (RowAction | false | undefined)[] = [
    status === 'hidden' && {
      call: () => projectMutations.setStatus('published', entry),
      label: 'Show again',
      title: 'Show this project again?',
      tone: 'default',
      done: texts.shown(title),
      question: `Visitors will see “${title}” again.`,
    },
    isPublic && {
      call: () => projectMutations.setStatus(custom ? 'draft' : 'hidden', entry),
      label: custom ? 'Unpublish' : 'Hide',
      done: custom ? texts.unpublished(title) : texts.hidden(title),
      question: `Visitors will no longer see “${title}”. ${custom ? 'It stays here as a draft.' : 'You can show it again at any time.'}`,
    },
    custom && {
      call: () => projectMutations.delete(id),
      label: 'Delete',
      variant: 'destructive',
      done: custom.address === null ? texts.deletedForGood(title) : texts.deleted(title),
      question: custom.address === null ? texts.deleteDraft : texts.delete(title, isPublic),
    },
  ]
  return list.filter((action) => action !== false && action !== undefined)
}

const linkClass = `${textLinkClass} inline-flex min-h-9 items-center px-2 font-semibold text-sm`
const thumbClass = 'w-24 sm:w-28'

type RowProps = {
  entry: PortfolioEntry
  busy: boolean
  controls: ReactNode
  onOpen: () => void
  onAction: (action: RowAction) => void
  onVersions: () => void
  hero: HeroSetter
}

const builtInCover = (id: string) => bundledCards.find((card) => card.id === id)?.image

const largestCover = async ({ id, custom }: PortfolioEntry): Promise<string> => {
  const builtIn = builtInCover(id)
  if (!custom) return builtIn ? imageUrl(builtIn, builtIn.width, 'webp') : ''
  const { draft } = (await fetchCustomProject(id)) ?? {}
  const photographs = draft ? listPhotos(draft) : []
  const picture = (photographs.find((photograph) => photograph.id === draft?.cover) ?? photographs[0])?.picture
  return siteMediaUrl(picture?.files.at(-1) ?? '')
}

export function ProjectRow({ entry, busy, controls, onOpen, onAction, onVersions, hero }: RowProps) {
  const { id, title, location, status, custom } = entry
  const { word, tone } = statuses[status]
  const isPublic = status === 'published'
  return (
    <>
      <div className="flex min-w-0 flex-wrap gap-3">
        {custom ? (
          <FileThumb name={custom.cover ?? undefined} className={thumbClass} />
        ) : (
          <Thumb src={builtInCover(id)?.src} className={thumbClass} />
        )}
        <div className="wrap-anywhere grid min-w-0 grow basis-36 content-start gap-1">
          <h3 dir="auto" className="text-base leading-snug">
            {title}
          </h3>
          <p dir="auto" className="text-concrete-600 text-sm">
            {location}
          </p>
          <p className="flex flex-wrap gap-1.5">
            <Badge tone={tone}>{word}</Badge>
            {!custom && <Badge>Built-in</Badge>}
            {custom?.has_changes && <Badge tone="warning">Unpublished changes</Badge>}
          </p>
        </div>
      </div>
      <div data-project={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-x-2">
          {custom && (
            <SmallButton onClick={onOpen} about={title}>
              Edit
            </SmallButton>
          )}
          {isPublic && (
            <Link to={paths.project.href(custom?.address ?? id)} target="_blank" className={linkClass}>
              View<span className="sr-only">{` ${title} in a new tab`}</span>
            </Link>
          )}
          {(!custom || custom.cover) && (
            <SmallButton
              variant="ghost"
              about={title}
              busy={hero.settingId !== undefined}
              onClick={() => hero.copy(id, () => largestCover(entry))}
            >
              {hero.settingId === id ? 'Setting...' : 'Set as Hero'}
            </SmallButton>
          )}
          {hero.setId === id && (
            <Link to={paths.home.href} className={linkClass}>
              Go to homepage
            </Link>
          )}
          {(!custom || custom.address !== null) && (
            <SmallButton variant="ghost" about={title} onClick={onVersions}>
              Earlier versions
            </SmallButton>
          )}
          <ActionButtons actions={getRowActions(entry)} about={title} busy={busy} onAction={onAction} />
        </div>
        <div className="ml-auto flex">{controls}</div>
      </div>
    </>
  )
}
