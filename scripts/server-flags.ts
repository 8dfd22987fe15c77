/** Node flags for the server: by default Node reserves some 70 MB for new objects, even when idle. */
export const serverFlags = ['--max-semi-space-size=8']

/** Environment of the server: glibc's allocator by default keeps what pictures and uploads needed once, in many arenas. */
export const serverEnv = { MALLOC_ARENA_MAX: '2' }
