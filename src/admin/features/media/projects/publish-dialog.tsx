import { Dialog } from '@/admin/components/dialog'
import { Button } from '@/components/ui/button'

type PublishDialogProps = {
  changes: readonly string[]
  address: string
  onClose: () => void
  onPublish: () => void
}

/** Says what visitors will see differently before it is published. */
export function PublishDialog({ changes, address, onClose, onPublish }: PublishDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Publish this project?"
      description={`Every visitor will see it at ${address}.`}
      className="w-[min(32rem,calc(100vw-2rem))] gap-4 p-5 sm:p-6"
    >
      <div className="grid gap-2">
        <h3 className="text-base">What will change</h3>
        <ul className="list-disc pl-5 text-sm">
          {changes.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="green" onClick={onPublish}>
          Publish now
        </Button>
      </div>
    </Dialog>
  )
}
