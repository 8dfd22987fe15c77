# shellcheck shell=sh

usage() {
	cat <<'EOF'
rm-agent install <host:port> <enrolment key | --password>   install on this device and enrol it
rm-agent enrol <enrolment key | --password>                 enrol again, for instance after a reset
rm-agent upgrade                                            replace the installed agent by this one
rm-agent uninstall                                          stop it and remove everything
rm-agent status                                             show the state and any problem
rm-agent log                                                show recent events
rm-agent run                                                run the service in the foreground
rm-agent version
EOF
}

agent_enrol() {
	require_tools
	server_load || fail 'no server is set: use the install command from the console'
	ssh_choose || fail 'neither dbclient nor ssh is installed on this device'
	umask 077
	room_in "$RM_ETC" 16 || fail "$R"
	find_service
	ssh_make_key
	identity_make
	spool_open
	enrol_with "${1:---password}" || fail "not enrolled: $ENROL_ERROR"
	echo "rm-agent: enrolled as device $ENROLLED"
	service_start
	wait_online
}

main() {
	base_init
	main_command=${1:-help}
	[ $# -eq 0 ] || shift
	case $main_command in
		install) agent_install "$@" ;;
		enrol) agent_enrol "$@" ;;
		uninstall) agent_uninstall ;;
		run) run_service ;;
		guard) agent_guard ;;
		api) agent_api "$1" ;;
		upgrade) agent_upgrade ;;
		status) agent_status ;;
		log) agent_log ;;
		version) echo "$RM_VERSION" ;;
		help | --help | -h) usage ;;
		*)
			usage >&2
			exit 2
			;;
	esac
}
