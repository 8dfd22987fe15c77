import { addTexts } from '../../../i18n/i18n.ts'
import documents from '../en/documents.json' with { type: 'json' }

declare module '../../../i18n/i18n.ts' {
  interface Texts {
    documents: typeof documents
  }
}

addTexts('documents', documents)
