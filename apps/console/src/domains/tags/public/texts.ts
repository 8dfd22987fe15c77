import '../texts.ts'
