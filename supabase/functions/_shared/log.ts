/** One line for the log: what went wrong, without the stack and the connection's details. */
export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))
