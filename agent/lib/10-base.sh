# shellcheck shell=sh
# Paths, time, random numbers, texts: what every other part uses.

main() {
	echo "rm-agent $RM_VERSION"
}
