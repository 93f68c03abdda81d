import type { Services } from './services.ts'

const HOOK_TIMEOUT_MS = 10_000

export const requestRebuild = async ({ settings, fetch }: Services): Promise<'requested' | 'failed' | 'off'> => {
  if (!settings.deployHookUrl) return 'off'
  try {
    const signal = AbortSignal.timeout(HOOK_TIMEOUT_MS)
    const { ok, status } = await fetch(settings.deployHookUrl, { method: 'POST', signal, redirect: 'error' })
    if (ok) return 'requested'
    console.error(`[rebuild] The deploy hook answered ${status}.`)
  } catch (cause) {
    // The URL is a secret, and the runtime's messages may name it.
    console.error('[rebuild] The deploy hook did not answer:', cause instanceof Error ? cause.name : 'unknown')
  }
  return 'failed'
}
