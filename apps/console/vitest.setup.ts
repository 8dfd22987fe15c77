import { configure } from '@testing-library/react'

// Parts of the console are loaded on the way; a busy machine takes its time over them.
configure({ asyncUtilTimeout: 15_000 })
