import { useQuery } from '@tanstack/react-query'
import { FileLock } from 'lucide-react'
import { EmptyState } from '@/admin/components/empty-state'
import { ErrorPanel } from '@/admin/components/error-panel'
import { SmallButton } from '@/admin/components/small-button'
import { adminMessages } from '@/admin/text/messages'
import { toast } from '@/components/ui/toast'
import { hasSample, readSample } from './files'

function CodeView({ path, code }: { path: string; code: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section aria-label={`Content of ${path}`} tabIndex={0} className="overflow-auto bg-white -outline-offset-2">
      <pre className="w-max min-w-full py-3 font-mono text-[0.8125rem] leading-5">
        <code>
          {code.split('\n').map((line, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its number.
              key={index}
              data-line={index + 1}
              className="block pr-4 before:mr-4 before:inline-block before:w-12 before:select-none before:border-concrete-200 before:border-r before:pr-3 before:text-right before:text-concrete-600 before:content-[attr(data-line)]"
            >
              {`${line}\n`}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}

type FilePanelProps = {
  path: string
  /** Undefined while the file is only displayed. */
  draft: string | undefined
  onDraft: (draft: string | undefined) => void
}

const texts = adminMessages.theme

export function FilePanel({ path, draft, onDraft }: FilePanelProps) {
  const { data, error, isPending, refetch, isFetching } = useQuery({
    queryKey: ['theme', 'file', path],
    queryFn: async () => (await readSample(path)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const save = () => {
    toast.success(texts.saved(path))
    onDraft(undefined)
  }
  const editing = draft !== undefined

  return (
    <section aria-label={path} className="grid min-h-0 min-w-0 grid-rows-[auto_1fr]">
      <header className="flex min-h-13 flex-wrap items-center justify-between gap-2 border-concrete-200 border-b px-3 py-2">
        <h2 className="min-w-0 break-all font-mono font-normal text-[0.8125rem]">{path}</h2>
        {typeof data === 'string' && (
          <div className="flex gap-2">
            {editing ? (
              <>
                <SmallButton variant="default" onClick={save}>
                  Save
                </SmallButton>
                <SmallButton onClick={() => onDraft(undefined)}>Cancel</SmallButton>
              </>
            ) : (
              <SmallButton onClick={() => onDraft(data)}>Edit</SmallButton>
            )}
          </div>
        )}
      </header>
      {error ? (
        <div className="p-4">
          <ErrorPanel error={error} title={texts.unreadable} query={{ refetch, isFetching }} />
        </div>
      ) : isPending ? (
        <p role="status" className="p-4 text-concrete-600 text-sm">
          {hasSample(path) ? 'Loading the file...' : ''}
        </p>
      ) : data === null ? (
        <div role="status" className="p-4">
          <EmptyState icon={FileLock} title={texts.notAvailable}>
            Files without a padlock can be opened here. Edit the others in the project’s source code.
          </EmptyState>
        </div>
      ) : editing ? (
        <textarea
          // biome-ignore lint/a11y/noAutofocus: the person has chosen to edit.
          autoFocus
          aria-label={`Edit ${path}`}
          value={draft}
          onChange={(event) => onDraft(event.target.value)}
          spellCheck={false}
          wrap="off"
          className="min-h-80 w-full resize-none bg-white p-3 font-mono text-[0.8125rem] leading-5 -outline-offset-2"
        />
      ) : (
        <CodeView path={path} code={data.trimEnd()} />
      )}
    </section>
  )
}
