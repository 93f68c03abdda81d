export type ToastTone = 'info' | 'success' | 'error'
export type ToastOptions = {
  /** A button in the message, such as 'Undo'. */
  action?: { label: string; onClick: () => void }
  /** How long the message stays, in milliseconds, where the default is too short to act on it. */
  duration?: number
  /** A message with the id of one that still shows takes its place. */
  id?: string
  /** The time is up, or the message was put away by hand; neither is called after the action. */
  onAutoClose?: () => void
  onDismiss?: () => void
}
export type Toast = { tone: ToastTone; text: string; options?: ToastOptions | undefined }

type Show = (toast: Toast) => void

const waiting: Toast[] = []
let show: Show | undefined
let wake: (() => void) | undefined

const send = (toast: Toast) => {
  if (show) return show(toast)
  waiting.push(toast)
  wake?.()
}

/** Shows a short message in the corner of the page. Messages sent before the toaster has loaded wait for it. */
export const toast = {
  info: (text: string, options?: ToastOptions): void => send({ tone: 'info', text, options }),
  success: (text: string, options?: ToastOptions): void => send({ tone: 'success', text, options }),
  error: (text: string, options?: ToastOptions): void => send({ tone: 'error', text, options }),
}

/** Calls `load` as soon as a message waits for a toaster; returns a function that stops listening. */
export const onToastWaiting = (load: () => void): (() => void) => {
  wake = load
  if (waiting.length > 0) load()
  return () => {
    wake = undefined
  }
}

/** Hands over the waiting messages to whoever shows them where the toaster's code could not be loaded. */
export const takeWaiting = (): Toast[] => waiting.splice(0)

/** Hands all messages, the waiting ones first, to the toaster; returns a function that detaches it. */
export const attachToaster = (next: Show): (() => void) => {
  show = next
  for (const message of takeWaiting()) next(message)
  return () => {
    show = undefined
  }
}
