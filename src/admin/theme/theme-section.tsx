import { FileCode } from 'lucide-react'
import { useState } from 'react'
import { queryClient } from '@/admin/backend/query-client'
import { Card } from '@/admin/components/card'
import { confirm } from '@/admin/components/confirm'
import { EmptyState } from '@/admin/components/empty-state'
import { useNavigationGuard } from '@/admin/session/navigation-guard'
import { FilePanel } from './file-panel'
import { FileTree } from './file-tree'

export default function ThemeSection() {
  const [path, setPath] = useState<string>()
  const [draft, setDraft] = useState<string>()
  const unsaved = draft !== undefined && draft !== queryClient.getQueryData(['theme', 'file', path])
  const question = {
    title: 'Discard your changes?',
    text: `Your changes to ${path} haven’t been saved and will be lost.`,
    leaveLabel: 'Discard changes',
    stayLabel: 'Keep editing',
  }
  useNavigationGuard('theme', unsaved ? question : undefined)

  const openFile = (file: string) => {
    setPath(file)
    setDraft(undefined)
  }
  const select = async (file: string) => {
    if (file === path) return
    const { title, text: description, leaveLabel: confirmLabel, stayLabel: cancelLabel } = question
    if (!unsaved || (await confirm({ title, description, confirmLabel, cancelLabel }))) openFile(file)
  }
  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-concrete-600 text-sm">
        Browse the website’s source files and try out edits. Saving here is only a demo: the website is built from its
        source code, so nothing changes.
      </p>
      <Card className="grid overflow-hidden md:h-[calc(100svh-15rem)] md:min-h-96 md:grid-cols-[17rem_1fr]">
        <div className="max-h-72 overflow-auto border-concrete-200 max-md:border-b md:max-h-none md:border-r">
          <FileTree selected={path} onSelect={(file) => void select(file)} />
        </div>
        {path ? (
          <FilePanel path={path} draft={draft} onDraft={setDraft} />
        ) : (
          <div className="p-4">
            <EmptyState icon={FileCode} title="No file selected">
              Choose a file from the tree to see its content.
            </EmptyState>
          </div>
        )}
      </Card>
    </div>
  )
}
