import { configure } from '@testing-library/react'

// Lazy parts load during tests, which takes long on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
