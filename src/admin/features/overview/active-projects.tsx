import { Badge } from '@/admin/components/badge'
import { sampleProjects } from '@/content/sample-dashboard'

/** Three sample projects and how far each has come. */
export function ActiveProjects() {
  return (
    <ul
      aria-label="Active projects"
      className="divide-y divide-concrete-200 rounded-card border border-concrete-200 bg-white"
    >
      {sampleProjects.map(({ name, place, stage, progress }) => (
        <li key={name} className="grid items-center gap-x-6 gap-y-2 px-4 py-4 md:grid-cols-[minmax(0,1fr)_18rem]">
          <div>
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="font-sans text-base tracking-normal">{name}</h2>
              <Badge>Sample</Badge>
            </div>
            <p className="text-concrete-600 text-sm">
              {place} · {stage}
            </p>
          </div>
          <div className="flex items-center gap-3">
            <div
              role="progressbar"
              aria-label={`${name}: progress`}
              aria-valuenow={progress}
              aria-valuemin={0}
              aria-valuemax={100}
              className="h-2 grow overflow-hidden rounded-full bg-concrete-200"
            >
              <div className="h-full rounded-full bg-green-dark" style={{ width: `${progress}%` }} />
            </div>
            <span className="w-10 text-right text-sm tabular-nums">{progress}%</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
