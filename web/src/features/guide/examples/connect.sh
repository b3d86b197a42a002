export BASE='{{url}}'
export KEY='{{key}}'
