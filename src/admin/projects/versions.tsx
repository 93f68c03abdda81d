import type { ProjectDraft } from '@contract/project'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ReadingDialog } from '@/admin/components/dialog'
import { QueryView } from '@/admin/components/query-view'
import { SmallButton } from '@/admin/components/small-button'
import { type Version, VersionList } from '@/admin/components/version-list'
import { type PortfolioEntry, type ProjectVersion, projectHistoryQuery } from '@/admin/data/projects'
import { permanentDeletion } from '@/admin/data/use-public-change'
import { FileThumb } from '@/admin/images/thumb'
import { formatDateTime } from '@/admin/text/format-date'
import { adminMessages } from '@/admin/text/messages'
import { shortChanges, toContent } from './content'
import { listPhotos } from './draft'
import { Preview } from './preview'
import { revertToVersion } from './revert'
import { projectEditors } from './sync/editor'

const texts = adminMessages.media.versions

type VersionsProps = {
  project: Pick<PortfolioEntry, 'id' | 'title' | 'status'>
  hasDraft: boolean
  onClose: () => void
}

/** Lists a project's versions to preview or restore. */
export function EarlierVersions({ project: { id, title, status }, hasDraft, onClose }: VersionsProps) {
  const history = useQuery(projectHistoryQuery(id))
  const row = useQuery({ ...projectEditors.get(id).query, enabled: hasDraft })
  const canPutBack = hasDraft && row.data && !row.data.isGone
  const [looked, setLooked] = useState<ProjectDraft>()

  const toVersion = ({ draft, ...version }: ProjectVersion, index: number, all: readonly ProjectVersion[]): Version => {
    const { id: number, what, by_whom: who, happened_at: when, deleted } = version
    const before = all.slice(index + 1).find((other) => other.draft)?.draft
    const pictures = (draft ? listPhotos(draft) : []).flatMap(({ id, alt: name, picture }) =>
      picture
        ? { id, name, files: picture.files, thumb: <FileThumb name={picture.files[0]} className="w-full" /> }
        : [],
    )
    const changes = draft && before ? shortChanges(toContent(before), toContent(draft)) || texts.same : ''
    const actions = draft && (
      <>
        {pictures.length > 0 && (
          <SmallButton about={formatDateTime(when)} onClick={() => setLooked(draft)}>
            Show
          </SmallButton>
        )}
        {canPutBack && (
          <SmallButton
            about={formatDateTime(when)}
            onClick={() => {
              revertToVersion(id, draft, texts.isPutBack(formatDateTime(when), draft.title))
              onClose()
            }}
          >
            Restore to draft
          </SmallButton>
        )}
      </>
    )
    const isShown = status === 'published' && all.find((other) => other.draft)?.id === number
    return { id: number, what, who, when, deleted, pictures, actions, isShown, changes }
  }

  return (
    <ReadingDialog
      onClose={onClose}
      title={`Earlier versions of “${title}”`}
      description={canPutBack ? `${texts.kept} ${texts.intoDraft}` : texts.kept}
    >
      <QueryView
        query={{ ...(history.error ? history : row), data: row.isSuccess || !hasDraft ? history.data : undefined }}
        failed={texts.failed}
      >
        {(all) => <VersionList label="Versions" deletion={permanentDeletion} versions={all.map(toVersion)} />}
      </QueryView>
      {history.data?.length === 0 && <p>{texts.none}</p>}
      {looked && (
        <Preview project={{ draft: looked, findBlob: () => undefined }} onClose={() => setLooked(undefined)} />
      )}
    </ReadingDialog>
  )
}
